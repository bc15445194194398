/** Distinct characters of a secret; 32 random hexadecimal digits have about 14. */
const VARIETY_MIN = 10

/** The whole text is a shorter one repeated, the last time perhaps in part. */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true
  }
  return false
}

/** Share of neighbors that follow each other in the alphabet, as in abcdef or 987654. */
function shareOfSequences(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => Math.abs(code - (codes[index] ?? 0)))
  return steps.filter((step) => step === 1).length / steps.length
}

/** Whether a secret may be random: various characters, neither a repetition nor the alphabet. */
export function looksRandom(secret: string): boolean {
  const isVarious = new Set(secret).size >= VARIETY_MIN
  return isVarious && !isRepetition(secret) && shareOfSequences(secret) < 0.5
}
