import { createContext, useContext } from 'react'

export type Me = { id: string; email: string }

export const MeContext = createContext<Me | undefined>(undefined)

/** The signed-in person. The portal's guard renders nothing without one. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe is for screens inside the portal')
  return me
}
