import { spawnSync } from 'node:child_process'
import { freshSecrets, itemsOf as secretServiceItems } from './secret-service.ts'

/** Output of a program of the system. */
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' })

/** Reads attributes only: a secret would make macOS ask the user. */
const macItems = (service: string): string[] =>
  run('security', 'find-generic-password', '-s', service).status === 0 ? [service] : []

/** Targets of the credential manager, which carry the service in their names. */
const windowsItems = (service: string): string[] =>
  (run('cmdkey', '/list').stdout.match(/target=\S+/gi) ?? [])
    .map((target) => target.slice('target='.length))
    .filter((target) => target.includes(service))

/** Items of a service in this system's keychain. */
export function itemsOf(service: string): string[] {
  if (process.platform === 'darwin') return macItems(service)
  if (process.platform === 'win32') return windowsItems(service)
  return secretServiceItems(service)
}

/** Removes the items of a service; on Linux with a new, unlocked keyring. */
export async function clearKeychain(service: string): Promise<void> {
  if (process.platform === 'linux') return freshSecrets(service)
  const clear = (item: string) =>
    process.platform === 'darwin'
      ? run('security', 'delete-generic-password', '-s', item)
      : run('cmdkey', `/delete:${item}`)
  for (const item of itemsOf(service)) {
    if (clear(item).status !== 0) throw new Error(`${item} stays in the keychain`)
  }
}
