import type { ComponentProps } from 'react'
import styles from './button.module.css'

/** `primary` for the one thing to do, `plain` for the rest. */
export type ButtonKind = 'primary' | 'plain'

/** The look of a button, for links that stand where buttons do. */
export function buttonClass(kind: ButtonKind): string {
  return `${styles.button} ${styles[kind]}`
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  kind: ButtonKind
}

export function Button({ kind, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(kind)} {...rest} />
}
