import { join } from 'node:path'
import { run } from './commands.ts'
import { type ComposeFile, parseEnvFile, readComposeFile, type Service } from './compose-file.ts'
import type { Stack, StackOptions } from './stack.ts'

/** Time limit of a health check to pass (ms). */
const HEALTH_TIMEOUT_MS = 60_000

/** Without systemd it logs an error for each timer of a health check. */
const PODMAN = ['podman', '--log-level=fatal']

const flags = (name: string, values: readonly (string | number)[] = []) =>
  values.flatMap((value) => [`--${name}`, `${value}`])
const flag = (name: string, value: string | number | undefined) =>
  value === undefined ? [] : [`--${name}`, `${value}`]

/** Podman 4.3 takes health checks as shell commands only. */
const shellCommand = (words: readonly (string | number)[]) =>
  words.map((word) => `'${`${word}`.replaceAll("'", `'\\''`)}'`).join(' ')

/** The networks of a service with its names and address there; `default` without any. */
function networkFlags(name: string, { networks }: Service, project: string): string[] {
  return Object.entries(networks ?? { default: {} }).flatMap(([network, place]) => {
    const names = [name, ...(place.aliases ?? [])].map((alias) => `alias=${alias}`)
    const address = place.ipv4_address === undefined ? [] : [`ip=${place.ipv4_address}`]
    return ['--network', `${project}_${network}:${[...names, ...address].join()}`]
  })
}

/** The arguments of `podman run` for a service, as Docker Compose would start it. */
function runArgs(name: string, service: Service, { folder, project }: StackOptions): string[] {
  const { healthcheck, entrypoint, environment = {} } = service
  const volumes = (service.volumes ?? []).map((volume) => {
    const [source = '', ...rest] = `${volume}`.split(':')
    if (source.startsWith('/')) return `${volume}`
    const from = source.startsWith('.') ? join(folder, source) : `${project}_${source}`
    return [from, ...rest].join(':')
  })
  return [
    ...['--name', `${project}-${name}`, ...networkFlags(name, service, project)],
    ...flags('publish', service.ports),
    ...flag('env-file', service.env_file && join(folder, service.env_file)),
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...(service.init ? ['--init'] : []),
    ...flag('user', service.user),
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...flags('cap-drop', service.cap_drop),
    ...flags('cap-add', service.cap_add),
    ...flags('security-opt', service.security_opt),
    ...flags('tmpfs', service.tmpfs),
    ...flags('volume', volumes),
    ...flag('memory', service.mem_limit),
    ...flag('pids-limit', service.pids_limit),
    ...flag('shm-size', service.shm_size),
    ...flag('stop-signal', service.stop_signal),
    ...flag('stop-timeout', service.stop_grace_period?.replace(/s$/, '')),
    ...(healthcheck ? ['--health-cmd', shellCommand(healthcheck.test.slice(1))] : []),
    ...(entrypoint ? ['--entrypoint', JSON.stringify(entrypoint)] : []),
    service.image ?? '',
    ...(service.command ?? []).map(String),
  ]
}

/** Adds the services and environment variables of further compose files. */
function merge(files: readonly ComposeFile[]): Record<string, Service> {
  const merged: Record<string, Service> = {}
  for (const { services } of files) {
    for (const [name, service] of Object.entries(services)) {
      const before = merged[name]
      merged[name] = {
        ...before,
        ...service,
        environment: { ...before?.environment, ...service.environment },
        volumes: [...(before?.volumes ?? []), ...(service.volumes ?? [])],
      }
    }
  }
  return merged
}

/**
 * The stack under Podman without a compose tool: Debian's podman-compose knows neither addresses nor
 * conditions. Health checks are run here, since their timers need systemd.
 */
export async function createPodmanStack(options: StackOptions): Promise<Stack> {
  const { folder, project } = options
  const envFile = parseEnvFile(await Bun.file(join(folder, '.env')).text())
  const environment = { ...envFile, ...options.environment }
  const files = await Promise.all(
    options.files.map((file) => readComposeFile(join(folder, file), environment)),
  )
  const services = merge(files)
  const networks = Object.entries(files[0]?.networks ?? {})
  const named = (service: string) => `${project}-${service}`
  const podman = (...args: string[]) => run([...PODMAN, ...args])
  const started = new Set<string>()
  for (const [name, { ipam, internal }] of networks) {
    const subnet = flag('subnet', ipam?.config[0]?.subnet)
    const options = [...subnet, ...(internal ? ['--internal'] : [])]
    await podman('network', 'create', ...options, `${project}_${name}`)
  }

  /** Waits until the check of the service, or else that of its image, passes. */
  const waitForHealth = async (service: string) => {
    const hasCheck = '{{if .Config.Healthcheck}}yes{{end}}'
    if ((await podman('inspect', '--format', hasCheck, named(service))).output !== 'yes') return
    const until = performance.now() + HEALTH_TIMEOUT_MS
    const check = [...PODMAN, 'healthcheck', 'run', named(service)]
    while ((await run(check, { allowFailure: true })).code !== 0) {
      if (performance.now() > until) {
        throw new Error(
          `${service} is not healthy:\n${(await podman('logs', named(service))).output}`,
        )
      }
      await Bun.sleep(250)
    }
  }
  const start = async (name: string): Promise<void> => {
    if (started.has(name)) return
    started.add(name)
    const service = services[name]
    if (!service) throw new Error(`there is no service ${name}`)
    for (const dependency of Object.keys(service.depends_on ?? {})) await start(dependency)
    const restart = service.restart ?? 'no'
    await podman('run', '--detach', '--restart', restart, ...runArgs(name, service, options))
    await waitForHealth(name)
  }

  return {
    engine: 'podman',
    up: async (...names) => {
      for (const name of names) await start(name)
    },
    restart: async (service) => {
      await podman('restart', named(service))
      await waitForHealth(service)
    },
    stop: async (service) => {
      await podman('stop', named(service))
    },
    exitCode: async (service) =>
      Number((await podman('inspect', '--format', '{{.State.ExitCode}}', named(service))).output),
    exec: async (service, ...command) =>
      (await run([...PODMAN, 'exec', named(service), ...command], { allowFailure: true })).output,
    tools: async (...args) => {
      const { tools } = services
      if (!tools) throw new Error('there is no service tools')
      return (await podman('run', '--rm', ...runArgs('tools', tools, options), ...args)).output
    },
    address: async (service) => {
      const format = `{{(index .NetworkSettings.Networks "${project}_default").IPAddress}}`
      return (await podman('inspect', '--format', format, named(service))).output
    },
    logs: async (service) => (await podman('logs', named(service))).output,
    down: async () => {
      for (const service of [...started].reverse()) {
        await run([...PODMAN, 'rm', '--force', '--volumes', '--time', '20', named(service)], {
          allowFailure: true,
        })
      }
      const { output } = await podman('volume', 'ls', '--quiet', '--filter', `name=${project}_`)
      const volumes = output.split('\n').filter(Boolean)
      if (volumes.length > 0) await podman('volume', 'rm', ...volumes)
      for (const [name] of networks) {
        await run([...PODMAN, 'network', 'rm', `${project}_${name}`], { allowFailure: true })
      }
    },
  }
}
