/**
 * The park as its bottleneck: one lane at the gate, a small yard, two docks. It keeps who stands where and says who may
 * move on; how long a thing takes is the caller's business. Trucks are numbers.
 * @typedef {ReturnType<typeof createPark>} Park
 */

const DOCKS = 2
/** Trucks let in at the same time: one at each dock and two that wait for them. */
const YARD = 4

export function createPark() {
  /** @type {number[]} */
  let gateQueue = []
  /** @type {number | null} */
  let inLane = null
  /** @type {Set<number>} */
  const inside = new Set()
  /** @type {number[]} */
  let dockQueue = []
  /** @type {Set<number>} */
  const atDock = new Set()

  return {
    /** @param {number} truck */
    queueAtGate: (truck) => void gateQueue.push(truck),
    /** The lane is free again behind it. @param {number} truck */
    enter(truck) {
      if (inLane === truck) inLane = null
      inside.add(truck)
    },
    /** @param {number} truck */
    queueForDock(truck) {
      inside.add(truck)
      dockQueue.push(truck)
    },
    /** Puts a truck at a dock without asking, as it is found there. @param {number} truck */
    takeDock(truck) {
      inside.add(truck)
      atDock.add(truck)
    },
    /** With its work done, and still inside. @param {number} truck */
    leaveDock(truck) {
      inside.add(truck)
      atDock.delete(truck)
    },
    /** Out of the park, from any place. @param {number} truck */
    leave(truck) {
      gateQueue = gateQueue.filter((other) => other !== truck)
      dockQueue = dockQueue.filter((other) => other !== truck)
      if (inLane === truck) inLane = null
      inside.delete(truck)
      atDock.delete(truck)
    },
    /** The truck whose papers are checked next, taken into the lane; undefined while lane or yard are full. */
    nextAtGate() {
      if (inLane !== null || inside.size >= YARD) return undefined
      const truck = gateQueue.shift()
      inLane = truck ?? null
      return truck
    },
    /** The truck that may drive to a dock now, which is taken for it. */
    nextAtDock() {
      if (atDock.size >= DOCKS) return undefined
      const truck = dockQueue.shift()
      if (truck !== undefined) atDock.add(truck)
      return truck
    },
    /** Whether somebody waits outside or inside, for the curious. */
    waiting: () => ({
      atGate: gateQueue.length,
      forDock: dockQueue.length,
      atDock: atDock.size,
      inside: inside.size,
    }),
  }
}
