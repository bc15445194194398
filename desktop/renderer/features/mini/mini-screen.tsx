import { MiniTicker } from './ui/mini-ticker.tsx'

/** The mini ticker, the whole of its small window. */
export function Component() {
  return <MiniTicker />
}
