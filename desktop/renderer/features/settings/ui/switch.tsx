import styles from './settings-panel.module.css'

interface SwitchProps {
  text: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** Something that is on or off. */
export function Switch({ text, isOn, onTurn }: SwitchProps) {
  return (
    <label className={styles.count}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
      {text}
    </label>
  )
}
