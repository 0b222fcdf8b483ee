import { createContext, type Ref } from 'react'

/**
 * What React Router's `Link` uses of its framework mode, for links that prefetch nothing
 * (scripts/links-without-prefetch.ts).
 */
export const FrameworkContext = createContext(undefined)

export const usePrefetchBehavior = () => [false, undefined, {}] as const

export const PrefetchPageLinks = () => null

export const mergeRefs = <Element>(ref: Ref<Element>) => ref
