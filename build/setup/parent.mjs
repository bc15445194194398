/**
 * Runs `task` once when the npm that started this script is gone. Whoever ends npm means us too,
 * but the shell between us, where it does not step aside, takes the signal to its own grave and
 * leaves us running. Without npm nothing is watched, so a script may be left in the background.
 * @param {() => void} task
 */
export function whenNpmEnds(task) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    task()
  }, 250)
  watch.unref()
}
