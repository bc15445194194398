import { type ReactNode, useId } from 'react'
import type { ColorSet } from '#desktop/renderer/platform/theme.ts'
import { DIRECTION_MARKS, DIRECTIONS } from '#shared/rules/band.ts'
import styles from './settings-panel.module.css'

interface RadioGroupProps<Value extends string> {
  legend: string
  columns: number
  value: Value
  options: readonly { value: Value; text: string; sample?: ReactNode }[]
  onChange: (value: Value) => void
}

/** A labeled group of radio buttons in a grid. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, columns, value: current, options, onChange } = props
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
              checked={value === current}
              onChange={() => onChange(value)}
            />
            <span>{text}</span>
            {sample}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface CheckboxProps {
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  describedBy?: string
}

export function Checkbox({ text, isOn, onChange, describedBy }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={describedBy}
      />
      {text}
    </label>
  )
}

/** The marks of the three directions in the colors of a set. */
export function ColorSample({ colors }: { colors: ColorSet }) {
  return (
    <span className={styles.sample} data-colors={colors} aria-hidden="true">
      {DIRECTIONS.map((direction) => (
        <span key={direction} data-direction={direction}>
          {DIRECTION_MARKS[direction]}
        </span>
      ))}
    </span>
  )
}
