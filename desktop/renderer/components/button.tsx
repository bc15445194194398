import type { ComponentProps } from 'react'
import styles from './button.module.css'

/** `primary` for the main action of a screen, `plain` for the others. */
export type ButtonKind = 'primary' | 'plain'

/** Class of a link that looks like a button. */
export function buttonClass(kind: ButtonKind): string {
  return `${styles.button} ${styles[kind]}`
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  kind: ButtonKind
}

export function Button({ kind, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(kind)} {...rest} />
}
