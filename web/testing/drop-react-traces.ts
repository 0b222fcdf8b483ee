import * as React from 'react'

/**
 * React's development build takes the stack of each element that is created and times each render for the browser's
 * performance panel. Nobody reads either in a test, and together they took a third of the browser's time. React's
 * warnings stay, each with the stack of its components. This file comes before React DOM, which looks for the console's
 * methods when it is loaded.
 */
for (const method of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, method)

/** React takes a stack only while this number is below its limit of 10,000, and begins to count anew each second. */
const count = 'recentlyCreatedOwnerStacks'
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals !== 'object' || internals === null || !(count in internals))
  throw new Error(`React no longer counts in ${count} how many stacks it has taken.`)
Object.defineProperty(internals, count, { get: () => Number.POSITIVE_INFINITY, set: () => {} })
