import { type Import, importsOf, type Source, withoutComments } from './source.ts'

/** One thing that must hold in every file it looks at. */
export interface Rule {
  name: string
  /** The files it looks at, by path. */
  looksAt: (path: string) => boolean
  /** What is wrong in a file, one phrase each; empty when nothing is. */
  offences: (source: Source) => string[]
  /** A file that it must complain about, so that the rule itself is tested. */
  bad: Source
  /** A file so like it, looked at too, that it must let pass. */
  good: Source
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Product code of one of the rooms; its tests are freer. */
export const codeOf =
  (...rooms: string[]) =>
  (path: string): boolean =>
    rooms.some((room) => path.startsWith(`${room}/`)) && /\.tsx?$/.test(path) && !isTest(path)

/** Offences are the imports for which `wrong` holds. */
export const importing =
  (wrong: (found: Import, path: string) => boolean) =>
  (source: Source): string[] =>
    importsOf(source)
      .filter((found) => wrong(found, source.path))
      .map((found) => `imports ${found.target}`)

/** Offences are the matches of a pattern in the code, comments aside. */
export const saying =
  (pattern: RegExp) =>
  (source: Source): string[] =>
    withoutComments(source.text).match(pattern) ?? []

/** Offences are the matches of a pattern anywhere in the text. */
export const mentioning =
  (pattern: RegExp) =>
  (source: Source): string[] =>
    source.text.match(pattern) ?? []
