import styles from './select.module.css'

interface SelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; text: string }[]
  onChange: (value: Value) => void
  describedBy?: string
}

/** A native select. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, describedBy } = props
  return (
    <select
      className={styles.select}
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
