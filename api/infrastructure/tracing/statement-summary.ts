const names = new Map<string, string>()
/** More statements than the program has. */
const NAMES_MAX = 2_000

/** What a statement does, to the first table that it names. */
const TARGET = /\b(?:INTO|UPDATE|FROM|JOIN)\s+(?:"?\w+"?\.)?"?([a-z_]\w*)"?/i

/**
 * The first words of a statement, such as `INSERT vote`: enough to find it, and never a value, even if
 * one stood in its text.
 */
export function statementSummary(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const table = TARGET.exec(text)?.[1]
    name = table === undefined ? verb : `${verb} ${table}`
    if (names.size < NAMES_MAX) names.set(text, name)
  }
  return name
}
