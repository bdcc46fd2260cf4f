/**
 * What the tracking page shows for a bare container number, which anyone can read off the box. `full`: everything;
 * `status`: type, status, steps and times, without driver and position; `link`: nothing, only shared links work.
 */
export const TRACKING_VISIBILITIES = ['full', 'status', 'link'] as const
export type TrackingVisibility = (typeof TRACKING_VISIBILITIES)[number]
