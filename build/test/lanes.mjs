import { format, result } from './results.mjs'
import { withCapturedOutput } from './runners.mjs'

/**
 * `after` names stages that have to end first, where they run at all.
 * @typedef {{
 *   title: string
 *   after?: string[]
 *   work: () => Promise<import('./results.mjs').Result>
 * }} Stage
 */

/**
 * Runs stages in lanes: a free lane takes the first waiting stage whose predecessors have ended. With
 * several lanes, the output of a stage is printed as a whole at its end.
 * @param {Stage[]} stages
 * @param {number} lanes how many run side by side
 * @returns {Promise<import('./results.mjs').Result[]>} one of each stage, in the order in which they ended
 */
export async function runStages(stages, lanes) {
  /** @type {import('./results.mjs').Result[]} */
  const results = []
  const runStage = lanes > 1 ? runCaptured : runAlone
  const waiting = [...stages]
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  const isLeft = (/** @type {string} */ title) =>
    running.has(title) || waiting.some((stage) => stage.title === title)
  const start = (/** @type {Stage} */ stage) => {
    const end = runStage(stage).then((value) => {
      results.push(value)
      running.delete(stage.title)
    })
    running.set(stage.title, end)
  }
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ after = [] }) => !after.some(isLeft))
    if (next >= 0 && running.size < lanes) waiting.splice(next, 1).forEach(start)
    else if (running.size > 0) await Promise.race(running.values())
    else throw new Error(`stages wait for each other: ${waiting.map(({ title }) => title)}`)
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
