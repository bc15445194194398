import { run } from './commands.ts'
import type { Stack, StackOptions } from './stack.ts'

/** The stack under `docker compose`. */
export function createDockerStack({ folder, project, files, environment }: StackOptions): Stack {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const compose = (args: readonly string[], allowFailure = false) =>
    run(
      [
        ...['env', ...variables, 'docker', 'compose', '--project-name', project],
        ...files.flatMap((file) => ['--file', file]),
        ...args,
      ],
      { cwd: folder, allowFailure },
    )
  const id = async (service: string) => (await compose(['ps', '--all', '--quiet', service])).output
  const inspect = async (service: string, format: string) =>
    (await run(['docker', 'inspect', '--format', format, await id(service)])).output
  return {
    engine: 'docker',
    up: async (...services) => {
      await compose(['up', '--detach', '--no-build', '--wait', ...services])
    },
    restart: async (service) => {
      await compose(['restart', service])
      await compose(['up', '--detach', '--no-build', '--no-deps', '--wait', service])
    },
    stop: async (service) => {
      await compose(['stop', service])
    },
    exitCode: async (service) => Number(await inspect(service, '{{.State.ExitCode}}')),
    exec: async (service, ...command) =>
      (await compose(['exec', '-T', service, ...command], true)).output,
    tools: async (...args) => (await compose(['run', '--rm', 'tools', ...args])).output,
    address: (service) =>
      inspect(service, `{{(index .NetworkSettings.Networks "${project}_default").IPAddress}}`),
    logs: async (service) => (await compose(['logs', '--no-log-prefix', service])).output,
    down: async () => {
      await compose(['--profile', 'tools', 'down', '--volumes', '--timeout', '20'])
    },
  }
}
