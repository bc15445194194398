/** SQLSTATE of the trigger that refuses votes of a sealed round. */
const SEALED = 'TM001'

/** Whether a vote was refused because the tree of its round is made. */
export function isRoundSealed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === SEALED
}
