import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

/** Members of Electron and the page that make themselves noticed, whatever the system's do-not-disturb says. */
const NOISY =
  /\b(?:flashFrame|beep|bounce|urgency|timeoutType|new Audio|AudioContext|requireInteraction)\b/

/** The player, which a click or a known absence of do-not-disturb starts, and what repeats it on Linux. */
const ALLOWED = ['renderer/platform/play-sound.ts', 'main/alerts/notifier.ts']

test('nothing but notifications and the sounds of alerts makes itself noticed', () => {
  const folder = fromRoot('desktop')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const noisy = files
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .filter((name) => NOISY.test(readFileSync(join(folder, name), 'utf8')))
  expect(noisy.sort()).toEqual(ALLOWED.sort())
})
