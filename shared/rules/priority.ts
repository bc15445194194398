/** The default priority of a post; notices below it are important. */
export const ORDINARY_PRIORITY = 99

/** Whether a notice is important: shown first, with a badge. Other boards have no other priority. */
export function isImportant({ priority }: { priority: number }): boolean {
  return priority < ORDINARY_PRIORITY
}

/** Reads a priority as typed; null unless it is a whole number from 0 to 99. */
export function parsePriority(typed: string): number | null {
  return /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : null
}
