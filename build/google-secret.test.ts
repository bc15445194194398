import { describe, expect, test } from 'bun:test'
import { fromRoot } from './setup/project.mjs'

/** Runs the check of a release or development build. @returns exit code and printed lines */
function check(isRelease: boolean, environment: Record<string, string>) {
  const script = `
    import { checkGoogleSecret } from '${fromRoot('build', 'google-secret.mjs')}'
    import { exitOnSetupError } from '${fromRoot('build', 'setup', 'command.mjs')}'
    await exitOnSetupError(() => checkGoogleSecret(${isRelease}))`
  const done = Bun.spawnSync(['node', '--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH, ...environment },
  })
  const lines = `${done.stdout}${done.stderr}`.split('\n').filter((line) => line !== '')
  return { code: done.exitCode, lines }
}

const ID = { GOOGLE_DESKTOP_CLIENT_ID: 'desktop.apps.googleusercontent.com' }
const SECRET = { VITE_GOOGLE_DESKTOP_CLIENT_SECRET: 'a-secret' }

describe('a build for a Google desktop client without its secret', () => {
  test('fails with one line when it is a release', () => {
    const { code, lines } = check(true, ID)
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^tidemark: VITE_GOOGLE_DESKTOP_CLIENT_SECRET is unset although /),
    ])
  })

  test('warns in development', () => {
    const { code, lines } = check(false, ID)
    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringContaining('warning: VITE_GOOGLE_DESKTOP_CLIENT_SECRET')])
  })
})

test.each([{}, { ...ID, ...SECRET }])('a release with %p passes', (environment) => {
  expect(check(true, environment)).toEqual({ code: 0, lines: [] })
})
