/**
 * What a bare container number, which anyone can read off the box, shows on the tracking page. `full`: everything;
 * `status`: type, status, steps and times, but neither driver nor position; `link`: nothing, a shared link is needed.
 */
export const TRACKING_VISIBILITIES = ['full', 'status', 'link'] as const
export type TrackingVisibility = (typeof TRACKING_VISIBILITIES)[number]
