import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fromRoot } from './project.mjs'

const SECRETS = { GOOGLE_CLIENT_SECRET: 'a-secret', VITE_GOOGLE_CLIENT_SECRET: 'a-secret' }

/** Runs a script with only these settings. @returns exit code, output and printed lines */
function run(script: string, settings: Record<string, string>) {
  const done = Bun.spawnSync([process.execPath, '--no-env-file', '--eval', script], {
    cwd: fromRoot(),
    env: { PATH: process.env.PATH, ...settings },
  })
  const lines = `${done.stderr}`.split('\n').filter((line) => line !== '')
  return { code: done.exitCode, out: `${done.stdout}`, lines }
}

test.each([
  'GOOGLE_DESKTOP_CLIENT_ID',
  'GOOGLE_DESKTOP_CLIENT_SECRET',
  'VITE_GOOGLE_DESKTOP_CLIENT_SECRET',
])('a desktop build with %s ends with one line that says what to set instead', (name) => {
  const script = `
    import { ensureDesktopBuild } from '#build/setup/builds.mjs'
    import { exitOnSetupError } from '#build/setup/command.mjs'
    await exitOnSetupError(ensureDesktopBuild)`
  const { code, lines } = run(script, { [name]: 'a-secret' })
  expect([code, lines]).toEqual([
    1,
    [
      `tidemark: ${name} was removed: the app signs in at the server, set GOOGLE_CLIENT_SECRET there`,
    ],
  ])
})

test("builds get no secret: of the settings only the API's address", () => {
  const script = `
    const configs = ['electron.vite.config.ts', 'build/web.config.ts', 'build/page-renderer.config.ts']
    const read = async (file) => {
      const config = (await import('./' + file)).default
      return typeof config === 'function' ? config({ command: 'build', mode: 'production' }) : config
    }
    const [{ main, preload, renderer }, ...web] = await Promise.all(configs.map(read))
    const all = [main, preload, renderer, ...web]
    console.log(JSON.stringify(all.map(({ define = {}, envPrefix = null }) => ({ define, envPrefix }))))`
  const { out, lines } = run(script, { ...SECRETS, VITE_API_URL: 'https://api.example' })
  expect(lines).toEqual([])
  const configs: { define: Record<string, string>; envPrefix: unknown }[] = JSON.parse(out)
  const names = new Set(configs.flatMap(({ define }) => Object.keys(define)))
  expect([...names].sort()).toEqual([
    '__API_URL__',
    '__DEV_SERVER__',
    '__VERSION__',
    'process.env.NODE_ENV',
  ])
  expect(configs.map(({ envPrefix }) => envPrefix)).toEqual(configs.map(() => null))
  expect(out).not.toContain('a-secret')
})

test('no source of a build reads the environment of its build, or names a client secret', () => {
  const glob = new Bun.Glob('{desktop,shared}/**/*.{ts,tsx}')
  const files = [...glob.scanSync(fromRoot())].filter((file) => !/\.test\.tsx?$/.test(file))
  const reads = (file: string) =>
    /import\.meta\.env|client_?secret/i.test(readFileSync(fromRoot(file), 'utf8'))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(reads)).toEqual([])
})
