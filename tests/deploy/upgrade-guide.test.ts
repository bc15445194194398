import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './commands.ts'
import { readGuide } from './guide.ts'

// The upgrades of docs/DEPLOY.md, twice, as a user who may write to /opt through sudo only. Stand-ins take the
// place of the programs that do more than move files.

let root = ''

const program = (name: string, script: string) => {
  writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(root, 'bin', name), 0o755)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-guide-'))
  for (const name of ['bin', 'opt', 'backups', 'writable']) mkdirSync(join(root, name))
  for (const name of ['systemctl', 'curl', 'git']) program(name, 'exit 0')
  program('date', 'date=$(/bin/date "$@"); sleep 0.01; echo "$date$(/bin/date +%N)"')
  program('sudo', 'exec "$@"')
  // A folder that install gives to the user.
  program(
    'install',
    `for folder; do :; done; mkdir "$folder" && touch "${root}/writable/$(basename "$folder")"`,
  )
  program(
    'npm',
    `for folder; do :; done
[ -e "${root}/writable/$(basename "$folder")" ] || { echo "EACCES $folder"; exit 1; }
[ -z "$(ls -A "$folder")" ] || { echo "$folder is not empty"; exit 1; }
echo "$VERSION" >"$folder/version"`,
  )
  program(
    'docker',
    `case "$*" in
*" tools backup /backups/"*)
  file="${root}/backups/$(basename "$6")"
  [ ! -e "$file" ] || { echo "$6 is there already"; exit 1; }
  touch "$file" ;;
esac
echo "$*" >>"${root}/docker.log"`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const follow = (steps: string, version: string) => {
  const script = steps.replaceAll('/opt/', `${root}/opt/`)
  const env = [`PATH=${join(root, 'bin')}:/usr/bin:/bin`, `VERSION=${version}`]
  return run(['env', '-i', ...env, 'sh', '-ec', script])
}
const versionIn = async (folder: string) =>
  (await Bun.file(join(root, 'opt', folder, 'version')).text()).trim()

test('the folders of systemd are exchanged at each upgrade', async () => {
  const { block } = await readGuide('## With systemd', 'DEPLOY.md')
  const [install] = block('sh').split('sudo install -m')
  await follow(install ?? '', '1')
  for (const version of ['2', '3']) {
    await follow(block('sh', 1), version)
    expect(await versionIn('tidemark')).toBe(version)
    expect(await versionIn('tidemark.previous')).toBe(`${Number(version) - 1}`)
    expect(existsSync(join(root, 'opt', 'tidemark.new'))).toBe(false)
    rmSync(join(root, 'writable', 'tidemark.new'))
  }
})

test('the composition is backed up at each upgrade, and all of its services are brought up to date', async () => {
  const { block } = await readGuide('### Upgrade', 'DEPLOY.md')
  for (const version of ['2', '3']) await follow(block('sh'), version)
  const log = (await Bun.file(join(root, 'docker.log')).text()).trim().split('\n')
  expect(log.filter((line) => line.includes(' tools backup '))).toHaveLength(2)
  // Database, Valkey, Caddy with its file, and the daily backup.
  expect(log.slice(-2)).toEqual(['compose up --detach --wait', 'compose restart caddy'])
})

test('a roll back makes the previous images the ones of every later command', async () => {
  const { block } = await readGuide('### Roll back', 'DEPLOY.md')
  await follow(`${block('sh')}\n${block('sh', 1)}`, '1')
  const log = (await Bun.file(join(root, 'docker.log')).text()).trim().split('\n')
  expect(log).toEqual([
    'tag localhost/tidemark:previous localhost/tidemark:latest',
    'tag localhost/tidemark-tools:previous localhost/tidemark-tools:latest',
    'compose stop app-1 app-2',
    'compose run --rm tools restore --force /backups/before-upgrade-….dump',
    'compose up --detach --wait',
  ])
})
