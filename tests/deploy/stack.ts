/** Containers of `deploy/compose.yaml` under test. */
export interface Stack {
  engine: 'docker' | 'podman'
  /** Starts services and waits until their health checks pass. */
  up(...services: string[]): Promise<void>
  /** Stops (SIGTERM) and starts one service, and waits until it is healthy. */
  restart(service: string): Promise<void>
  stop(service: string): Promise<void>
  /** Exit code of a stopped service. */
  exitCode(service: string): Promise<number>
  /** Runs a command in a running service; returns its output, also when it fails. */
  exec(service: string, ...command: string[]): Promise<string>
  /** Runs a command of the `tools` service in a new container; returns its output. */
  tools(...args: string[]): Promise<string>
  /** Address of a service in its network, reachable from this machine. */
  address(service: string): Promise<string>
  logs(service: string): Promise<string>
  /** Removes containers, volumes and network. */
  down(): Promise<void>
}

export interface StackOptions {
  /** Folder with a copy of deploy/ and its .env. */
  folder: string
  /** Unique name of its containers. */
  project: string
  /** Compose files in `folder`; later ones add services and settings. */
  files: readonly string[]
  /** Values of the compose file's variables besides .env. */
  environment: Record<string, string>
}
