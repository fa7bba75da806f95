/** URI templates. */

/** A URI template (RFC 6570, levels 1 to 3), such as `file:///{+path}{?limit}`. */
export class UriTemplate {
  /** Throws a `TypeError` if it is none, or one that cannot be matched, and says where. */
  constructor(text: string);
  /** The names of its variables, each once. */
  readonly variables: readonly string[];
  /**
   * The values of the variables if `uri` is an expansion of this, decoded; else `undefined`.
   *
   * `{id}` goes up to the next `/`, `?` or `#`, `{+path}` takes anything, `{?q,limit}` match by
   * name and may be missing. They are the peer's: a path made of one has to be checked.
   */
  matches(uri: string): { [name: string]: string } | undefined;
  /**
   * The URI that comes of these values; what has none is left out with what belongs to it. Throws a
   * `TypeError` for values that are no texts.
   */
  expand(values: { readonly [name: string]: string | undefined }): string;
  /** The text. */
  toString(): string;
}
