/** More than the number of statements in the program. */
const SUMMARIES_MAX = 2_000
const summaries = new Map<string, string>()

/** The first table of a statement. */
const TARGET = /\b(?:INTO|UPDATE|FROM|JOIN)\s+(?:"?\w+"?\.)?"?([a-z_]\w*)"?/i

/** Verb and first table of a statement, such as `INSERT vote`: never a literal of its text. */
export function statementSummary(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const table = TARGET.exec(text)?.[1]
    summary = table === undefined ? verb : `${verb} ${table}`
    if (summaries.size < SUMMARIES_MAX) summaries.set(text, summary)
  }
  return summary
}
