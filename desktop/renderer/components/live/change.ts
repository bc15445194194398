/**
 * The change of `price` from `refPrice` as a share of one. Only for showing: what counts is
 * compared exactly elsewhere.
 */
export function changeOf(price: string, refPrice: string): number {
  return Number(price) / Number(refPrice) - 1
}
