import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackage } from '#build/setup/apt.mjs'
import { fromRoot } from '#build/setup/project.mjs'
import { eventually } from '#tests/support/eventually.ts'
import { run } from './commands.ts'

/** Debian's release of the guides. */
const RELEASE = 'bookworm'
const BASE = ['systemd', 'systemd-sysv', 'dbus', 'curl', 'ca-certificates', 'procps', 'sudo']
/** Of commands in the machine. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A Debian with systemd as its first process and a network of its own, with this checkout at /repository. */
export interface DebianMachine {
  /** Its file system. */
  root: string
  /** Runs a script of the shell as root. Throws with its output when it fails. */
  run(script: string, options?: { allowFailure?: boolean }): Promise<string>
  /** Shuts it down and boots it again. */
  reboot(): Promise<void>
  stop(): Promise<void>
}

/** Whether this machine can boot another one: Linux, as root, with apt-get. */
export const canBoot =
  process.platform === 'linux' && process.getuid?.() === 0 && Bun.which('apt-get') !== null

/** Installs Debian with `packages` into a folder and boots it. */
export async function startDebianMachine(packages: readonly string[]): Promise<DebianMachine> {
  ensureDebianPackage('debootstrap', () => Bun.which('debootstrap') !== null, 'debootstrap')
  ensureDebianPackage(
    'systemd-container',
    () => Bun.which('systemd-nspawn') !== null,
    'systemd-nspawn',
  )
  const home = mkdtempSync(join(tmpdir(), 'tidemark-debian-'))
  const root = join(home, 'root')
  const include = `--include=${[...BASE, ...packages].join()}`
  await run(['debootstrap', '--variant=minbase', include, RELEASE, root])
  await Bun.write(join(root, 'etc/hostname'), 'tidemark\n')

  const booted: { container?: Bun.Subprocess; init: string } = {
    /** The process of systemd, as this machine numbers it. */
    init: '',
  }
  const inside = (script: string, allowFailure = false) =>
    run(
      [
        ...['nsenter', '--target', booted.init, '--mount', '--pid', '--uts', '--ipc', '--net'],
        ...['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'sh', '-ec', script],
      ],
      { allowFailure },
    )
  const boot = async () => {
    booted.container = Bun.spawn(
      [
        ...['systemd-nspawn', '--directory', root, '--boot', '--private-network'],
        ...[
          '--register=no',
          '--keep-unit',
          '--console=pipe',
          `--bind-ro=${fromRoot()}:/repository`,
        ],
      ],
      {
        env: { PATH, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
      },
    )
    const { pid } = booted.container
    await eventually(
      async () => {
        const { output } = await run(['pgrep', '--parent', `${pid}`], { allowFailure: true })
        booted.init = output.split('\n')[0] ?? ''
        if (booted.init === '') return false
        const state = await inside('systemctl is-system-running', true)
        return /^(running|degraded)$/.test(state.output)
      },
      { patience: 120_000, what: 'systemd runs' },
    )
  }
  const shutDown = async () => {
    await inside('systemctl poweroff', true)
    await booted.container?.exited
  }
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  try {
    await boot()
  } catch (error) {
    booted.container?.kill('SIGKILL')
    remove()
    throw error
  }
  return {
    root,
    run: async (script, { allowFailure = false } = {}) =>
      (await inside(script, allowFailure)).output,
    async reboot() {
      await shutDown()
      await boot()
    },
    async stop() {
      await shutDown()
      remove()
    },
  }
}
