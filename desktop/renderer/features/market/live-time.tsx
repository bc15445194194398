import { useStore } from 'zustand'
import { useLanguage, useNow, useServices } from '#desktop/renderer/platform/services.ts'

/** The server's time with zone and offset; renders each second, alone. */
export function CurrentTime() {
  const { format } = useLanguage()
  const now = useNow()
  return <time dateTime={new Date(now).toISOString()}>{format.clock(now)}</time>
}

interface CountdownProps {
  /** Epoch milliseconds. */
  until: number
  /** Shown from `until` on. */
  over: string
  /** Sentence around the time left; the time alone by default. */
  text?: (time: string) => string
}

/** Time left until an instant; checked each second, renders when its text changes. */
export function Countdown({ until, over, text = (time) => time }: CountdownProps) {
  const { format } = useLanguage()
  const shown = useStore(useServices().seconds, (now) =>
    now < until ? text(format.span(until - now)) : over,
  )
  return <>{shown}</>
}

/** Time since an instant (epoch ms) by the server's clock; renders once a minute. */
export function Age({ since }: { since: number }) {
  const { format } = useLanguage()
  const minutes = useStore(useServices().seconds, (now) => Math.floor((now - since) / 60_000))
  return <>{format.age(Math.max(0, minutes))}</>
}
