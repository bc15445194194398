import { type ReactNode, useId } from 'react'
import styles from './settings-panel.module.css'

interface ChoicesProps<Value extends string> {
  legend: string
  columns: number
  value: Value
  options: readonly { value: Value; text: string; sample?: ReactNode }[]
  onChoose: (value: Value) => void
}

/** One of several, all of them in sight. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, columns, value: chosen, options, onChoose } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div
        className={styles.options}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {options.map(({ value, text, sample }) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{text}</span>
            {sample}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
