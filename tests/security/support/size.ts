/** What `npm test` does; the nightly run says more, as it does to the fuzzer. */
const USUAL = 2000
const RUNS = Number(process.env.FUZZ_RUNS || USUAL)

/** Always the same, so that a failure is there again; FUZZ_SEED tries others. */
export const SEED = Number(process.env.FUZZ_SEED || 20_261_121)

/** Whether this run is bigger than the usual one. */
export const isNightly = RUNS > USUAL

/** `usual` inputs, and more of them in the measure in which FUZZ_RUNS is more. */
export function sized(usual: number): number {
  return Math.ceil((usual * RUNS) / USUAL)
}

/** Milliseconds that `count` requests may take on a slow machine. */
export function patienceFor(count: number): number {
  return 60_000 + count * 20
}
