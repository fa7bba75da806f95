// What an official TypeScript client is found to do, line by line, and how many lines were good.

import { execFile } from 'node:child_process';
import { LEGACY, MODERN } from '../peers.mjs';
import { TIMEOUT } from './peer.mjs';

export const PYTHON = process.env.INTEROP_PYTHON ?? 'python3';
// CLIENT:ERA, as the drivers are told them.
export const ALL = [
  ...LEGACY.map((era) => `sdk:${era}`),
  ...LEGACY.slice(1).map((era) => `old:${era}`),
  ...[...LEGACY, MODERN, 'auto'].map((era) => `client:${era}`),
];
export const totals = { passed: 0, failed: 0 };

class Late extends Error {}

function within(milliseconds, promise) {
  let timer;
  const limit = new Promise((_, reject) => {
    const late = () => reject(new Late(`no end within ${milliseconds / 1000} s`));
    timer = setTimeout(late, milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

export class Report {
  late = 0;

  constructor(name) {
    this.name = name;
  }

  line(what, why) {
    totals[why === undefined ? 'passed' : 'failed'] += 1;
    const mark = why === undefined ? 'ok  ' : 'FAIL';
    console.log(`${mark} ${this.name}: ${what}${why === undefined ? '' : `: ${why}`}`);
  }

  lacks(client, what) {
    console.log(`--   ${this.name}: not supported by ${client}: ${what}`);
  }

  // Runs one check, bounded in time. After the second time-out the rest is not waited for.
  async check(what, action, milliseconds = 2 * TIMEOUT) {
    if (this.late > 1) return this.line(what, 'not tried after two time-outs');
    try {
      const result = await within(milliseconds, action());
      this.line(what);
      return result;
    } catch (error) {
      if (error instanceof Late || /timed out/i.test(error.message)) this.late += 1;
      const text = error.message.length < 300 ? error.message : `${error.message.slice(0, 250)}…`;
      return this.line(what, `${error.name} ${error.code ?? ''}: ${text}`);
    }
  }

  // The rules about the lines themselves are judged by a program for every language.
  async judge(...args) {
    const { stdout, problem } = await new Promise((resolve) => {
      execFile(PYTHON, ['-S', ...args], { timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ stdout, problem: stderr || error });
      });
    });
    const found = stdout.split('\n').filter((text) => text !== '');
    for (const text of found) {
      totals[text.startsWith('ok ') ? 'passed' : 'failed'] += 1;
      console.log(`${text.slice(0, 5)}${this.name}: ${text.slice(5)}`);
    }
    if (found.length === 0) this.line('wire', `could not be judged: ${problem}`);
  }
}
