/** Input count multiplier: 1 by default, more in the nightly run (FUZZ_RUNS). */
const USUAL = 2000
const RUNS = Number(process.env.FUZZ_RUNS || USUAL)

/** Fixed, so that a failure repeats; FUZZ_SEED overrides it. */
export const SEED = Number(process.env.FUZZ_SEED || 20_261_121)

/** Whether this run is larger than the default. */
export const isNightly = RUNS > USUAL

/** Scales `usual` inputs by FUZZ_RUNS. */
export function sized(usual: number): number {
  return Math.ceil((usual * RUNS) / USUAL)
}

/** Time limit in milliseconds for `count` requests on a slow machine. */
export function timeoutFor(count: number): number {
  return 180_000 + count * 40
}
