/** Of notices: this and nothing less is ordinary. */
export const ORDINARY = 99

/** Whether a post stands above the others of its board. Only notices have other priorities. */
export function isImportant({ priority }: { priority: number }): boolean {
  return priority < ORDINARY
}

/** The priority that somebody has typed; null when it is not a whole number from 0 to 99. */
export function priorityOf(typed: string): number | null {
  return /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : null
}
