import type { CSSProperties } from 'react'
import styles from './tool-menu.module.css'

interface Choice<Value extends string> {
  value: Value
  text: string
  style?: CSSProperties
}

interface ChoicesProps<Value extends string> {
  options: readonly Choice<Value>[]
  chosen: Value | null
  onChoose: (value: Value) => void
}

/** The choices of a menu, one of which is in force. */
export function Choices<Value extends string>({ options, chosen, onChoose }: ChoicesProps<Value>) {
  return options.map(({ value, text, style }) => (
    <button
      key={value}
      type="button"
      role="menuitemradio"
      aria-checked={value === chosen}
      tabIndex={-1}
      className={styles.item}
      style={style}
      onClick={() => onChoose(value)}
    >
      {text}
    </button>
  ))
}
