import { useState } from 'react'

/** The first defined value: later ones, or none after a logout, must not replace a text being edited. */
export function useFirst<Value extends object>(value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}
