/** Schemas that a service takes, and the types that follow from them. */

/**
 * A schema of any library that follows Standard Schema (https://standardschema.dev), such as zod,
 * valibot and arktype. It checks values; where the library knows Standard JSON Schema too (zod from
 * 4.2 on, arktype from 2.1.28 on, valibot by `toStandardJsonSchema` of `@valibot/to-json-schema`),
 * clients are told its JSON Schema, else give that beside it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
      options?: never,
    ) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a check gives: the value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Something that is wrong with a value, and where. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A JSON Schema, as an object. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/** What a service takes for a schema. A plain JSON Schema is told, and checks nothing by itself. */
export type Schema = StandardSchema<any, any> | JsonSchema;

/** The type of the values that a function is given, or that are read out of a schema. */
export type OutputOf<S> = S extends StandardSchema<any, infer O>
  ? O
  : S extends JsonSchema
    ? FromJson<S>
    : { [key: string]: unknown };

/** The type of the values that a function has to give. */
export type InputOf<S> = S extends StandardSchema<infer I, any>
  ? I
  : S extends JsonSchema
    ? FromJson<S>
    : unknown;

/** The type of what a JSON Schema describes, as far as types can tell. */
export type FromJson<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly anyOf: readonly (infer A)[] }
      ? FromJson<A>
      : S extends { readonly oneOf: readonly (infer A)[] }
        ? FromJson<A>
        : S extends { readonly type: readonly (infer T)[] }
          ? OfType<T, S>
          : S extends { readonly type: infer T }
            ? OfType<T, S>
            : S extends { readonly properties: object }
              ? OfObject<S>
              : unknown;

type OfType<T, S> = T extends "string"
  ? string
  : T extends "number" | "integer"
    ? number
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : T extends "array"
          ? OfArray<S>
          : T extends "object"
            ? OfObject<S>
            : unknown;

type OfArray<S> = S extends { readonly items: infer I } ? FromJson<I>[] : unknown[];

type OfObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { [K in Exclude<keyof P, Needed<S>>]?: FromJson<P[K]> } & {
        -readonly [K in Extract<keyof P, Needed<S>>]: FromJson<P[K]>;
      }
    >
  : S extends { readonly additionalProperties: infer A }
    ? { [key: string]: FromJson<A> }
    : { [key: string]: unknown };

type Needed<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

type Flat<T> = { -readonly [K in keyof T]: T[K] };

/** The variables of a URI template: those of its query may be missing. */
export type Variables<U extends string> = string extends U
  ? { [name: string]: string }
  : Flat<
      { [name in Split<Exclude<Expressions<U>, Optional>>]: string } & {
        [name in Split<Extract<Expressions<U>, Optional>>]?: string;
      }
    >;

type Optional = `${"?" | "&" | ";"}${string}`;
type Expressions<U extends string> = U extends `${string}{${infer E}}${infer Rest}`
  ? E | Expressions<Rest>
  : never;
type Split<E extends string> = E extends `${"+" | "#" | "." | "/" | ";" | "?" | "&"}${infer N}`
  ? Split<N>
  : E extends `${infer A},${infer B}`
    ? Split<A> | Split<B>
    : E;

// What is not exported above is for this file alone.
export {};
