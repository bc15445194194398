import { format, result } from './results.mjs'
import { withCapturedOutput } from './runners.mjs'

/** @typedef {{ title: string, work: () => Promise<import('./results.mjs').Result> }} Stage */

/**
 * Stages of a lane run one after another, lanes of a group side by side.
 * @typedef {Stage[]} Lane
 */

/**
 * Runs groups of lanes, one group after another. Output of a stage beside others is printed as a whole
 * at its end.
 * @param {Lane[][]} groups
 * @returns {Promise<import('./results.mjs').Result[]>} one of each stage, in the order in which they ended
 */
export async function runGroups(groups) {
  /** @type {import('./results.mjs').Result[]} */
  const results = []
  for (const lanes of groups) {
    const runStage = lanes.length > 1 ? runCaptured : runAlone
    const runLane = async (/** @type {Lane} */ lane) => {
      for (const stage of lane) results.push(await runStage(stage))
    }
    await Promise.all(lanes.map(runLane))
  }
  return results
}

/** @param {Stage} stage */
async function runAlone(stage) {
  console.log(`\n── ${stage.title}`)
  const { value, line } = await timed(stage)
  console.log(line)
  return value
}

/** @param {Stage} stage */
async function runCaptured(stage) {
  const { value, output } = await withCapturedOutput(() => timed(stage))
  console.log(`\n── ${stage.title}\n${output}${value.line}`)
  return value.value
}

/**
 * The result of a stage, a failed one if it throws, and its closing line.
 * @param {Stage} stage
 */
async function timed({ title, work }) {
  const start = performance.now()
  const value = await work().catch((error) => {
    console.error(error)
    return result({ failed: 1, notes: [`failed: ${title} crashed: ${error.message}`] })
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  return { value, line: `── ${title}: ${format(value)} (${seconds} s)` }
}
