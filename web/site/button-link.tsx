import type { ComponentProps } from 'react'

const looks = {
  signal: 'button-signal',
  outline: 'button-outline',
  light: 'button-light',
} as const

type Look = keyof typeof looks

/** A link that asks to be pressed. Plain <a>: public pages are documents, not screens of an app. */
export function ButtonLink({ look = 'signal', className = '', ...props }: ComponentProps<'a'> & { look?: Look }) {
  return <a className={`button ${looks[look]} ${className}`} {...props} />
}
