import { type Import, importsOf, type Source, withoutComments } from './source.ts'

/** A rule that every file it applies to must satisfy. */
export interface Rule {
  name: string
  /** Whether it applies to the file at this path. */
  appliesTo: (path: string) => boolean
  /** Violations in a file, one phrase each. */
  violations: (source: Source) => string[]
  /** A file that violates it, so that the rule itself is tested. */
  bad: Source
  /** A similar file that satisfies it. */
  good: Source
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Code of these folders without its tests. */
export const productCode =
  (...folders: string[]) =>
  (path: string): boolean =>
    folders.some((folder) => path.startsWith(`${folder}/`)) && /\.tsx?$/.test(path) && !isTest(path)

/** Violations are the imports for which `isWrong` holds. */
export const importing =
  (isWrong: (found: Import, path: string) => boolean) =>
  (source: Source): string[] =>
    importsOf(source)
      .filter((found) => isWrong(found, source.path))
      .map((found) => `imports ${found.target}`)

/** Violations are matches of a pattern in the code without its comments. */
export const codeMatching =
  (pattern: RegExp) =>
  (source: Source): string[] =>
    withoutComments(source.text).match(pattern) ?? []

/** Violations are matches of a pattern anywhere in the text. */
export const textMatching =
  (pattern: RegExp) =>
  (source: Source): string[] =>
    source.text.match(pattern) ?? []
