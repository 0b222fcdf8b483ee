import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two Tailwind classes about the same thing the later wins. */
export const cn = (...classes: ClassValue[]) => twMerge(clsx(classes))
