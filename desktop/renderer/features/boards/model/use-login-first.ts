import { useEffect, useRef } from 'react'
import { useAskLogin } from '#desktop/renderer/features/auth/ask-login.ts'
import { useArrival } from './use-arrival.ts'

/**
 * Asks a guest who has come here to log in, once: yes leads to the login and back to `from`, no to
 * `otherwise`. Somebody whose session ends while they are here is not asked.
 */
export function useLoginFirst(isNeeded: boolean, from: string, otherwise: string): void {
  const askLogin = useAskLogin()
  const arrival = useArrival()
  const asked = useRef(false)
  const mustAsk = isNeeded && arrival === 'guest'
  useEffect(() => {
    if (!mustAsk || asked.current) return
    asked.current = true
    askLogin(from, otherwise)
  })
}
