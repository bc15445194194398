/** Excel reads a CSV file without it in the encoding of its country, and Korean notes as noise. */
export const BYTE_ORDER_MARK = '\ufeff'

/** First characters with which spreadsheets begin a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A cell as in RFC 4180. Text that a spreadsheet would run gets an apostrophe before it. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`
