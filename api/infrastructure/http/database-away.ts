/** Classes of SQLSTATE that pass: no connection, no resources (a full disk), a server that stops or starts. */
const PASSING = '(08|53|57P)'
const PASSING_CODE = new RegExp(
  `^(${PASSING}|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|P1001|P1002|P1008|P1017|P2037)`,
)
// Prisma tells some codes of the server only in its message.
const PASSING_MESSAGE = new RegExp(
  `Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Can't reach database|Code: \`${PASSING}`,
)

/** Whether an error means that the database is away for now: try again, rather than "our fault". */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return PASSING_CODE.test(code) || PASSING_MESSAGE.test(`${error.name} ${error.message}`)
}
