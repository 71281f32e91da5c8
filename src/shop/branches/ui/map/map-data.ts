/*
 * The data of the built-in map: Mumbai's suburban railway from public facts, accurate to about 200 m, and names of areas. The
 * coast is mumbai-land.json: GSHHG 2.3.7 by Wessel and Smith (LGPL-3.0-or-later), "full" resolution cut to 72.70-73.20 E,
 * 18.83-19.40 N. Beyond that box the few points of `LAND_BEYOND` continue it.
 */

export type NamedPlace = readonly [name: string, lat: number, lng: number]

const WESTERN: readonly NamedPlace[] = [
  ['Churchgate', 18.9353, 72.8272],
  ['Marine Lines', 18.9457, 72.8237],
  ['Charni Road', 18.9519, 72.819],
  ['Grant Road', 18.9635, 72.8163],
  ['Mumbai Central', 18.9696, 72.8194],
  ['Mahalaxmi', 18.9826, 72.8242],
  ['Lower Parel', 18.996, 72.8303],
  ['Prabhadevi', 19.0075, 72.8359],
  ['Dadar', 19.0186, 72.843],
  ['Matunga Road', 19.0283, 72.8467],
  ['Mahim', 19.0407, 72.8468],
  ['Bandra', 19.0544, 72.8406],
  ['Khar Road', 19.0695, 72.8401],
  ['Santacruz', 19.0817, 72.8413],
  ['Vile Parle', 19.0995, 72.844],
  ['Andheri', 19.1197, 72.8464],
  ['Jogeshwari', 19.1362, 72.849],
  ['Goregaon', 19.1646, 72.8492],
  ['Malad', 19.1869, 72.849],
  ['Kandivali', 19.2041, 72.8518],
  ['Borivali', 19.229, 72.8573],
  ['Dahisar', 19.2502, 72.8592],
  ['Mira Road', 19.2807, 72.856],
  ['Bhayandar', 19.3117, 72.8521],
]

const CENTRAL: readonly NamedPlace[] = [
  ['CSMT', 18.9398, 72.8355],
  ['Masjid', 18.9519, 72.8381],
  ['Byculla', 18.9766, 72.8328],
  ['Parel', 19.009, 72.8378],
  ['Dadar', 19.0178, 72.8435],
  ['Matunga', 19.0274, 72.85],
  ['Sion', 19.0466, 72.8633],
  ['Kurla', 19.0653, 72.8795],
  ['Vidyavihar', 19.0795, 72.8972],
  ['Ghatkopar', 19.0858, 72.9081],
  ['Vikhroli', 19.1113, 72.928],
  ['Kanjurmarg', 19.1289, 72.9285],
  ['Bhandup', 19.1432, 72.9376],
  ['Mulund', 19.1717, 72.9561],
  ['Thane', 19.1863, 72.9759],
]

const HARBOUR: readonly NamedPlace[] = [
  ['CSMT', 18.9398, 72.8355],
  ['Dockyard Road', 18.9665, 72.8441],
  ['Sewri', 18.999, 72.8546],
  ['Wadala Road', 19.0163, 72.859],
  ['Kurla', 19.0653, 72.8795],
  ['Chembur', 19.0623, 72.901],
  ['Govandi', 19.0551, 72.9152],
  ['Mankhurd', 19.0484, 72.9318],
  ['Vashi', 19.0633, 72.9988],
  ['Nerul', 19.0335, 73.0182],
  ['Belapur', 19.019, 73.0391],
]

export const RAIL_LINES = [WESTERN, CENTRAL, HARBOUR]

/** Stations whose names are shown at lower zooms too; other names are shown from zoom 13 on. */
export const MAIN_STATIONS = new Set('Churchgate Dadar Andheri Borivali Kurla Thane Vashi'.split(' '))

export const AREAS: readonly NamedPlace[] = [
  ['Arabian Sea', 19.04, 72.765],
  ['Thane Creek', 19.03, 72.968],
  ['National Park', 19.205, 72.912],
  ['Navi Mumbai', 19.085, 73.03],
  ['Powai', 19.1295, 72.905],
  ['Worli', 19.012, 72.796],
  ['Colaba', 18.905, 72.796],
  ['Juhu', 19.1, 72.806],
  ['BKC', 19.0665, 72.862],
]

/**
 * Outlines of the land beyond the bounding box of mumbai-land.json, as [lat, lng], roughly. They overlap the box a little, so
 * that the edge along which the coast was cut is not seen.
 */
export const LAND_BEYOND: readonly (readonly (readonly [number, number])[])[] = [
  [
    [19.394, 72.7646],
    [19.7, 72.71],
    [20.4, 72.74],
    [20.4, 74.6],
    [19.394, 74.6],
  ],
  [
    [19.401, 73.193],
    [19.401, 74.6],
    [18.829, 74.6],
    [18.829, 73.193],
  ],
  [
    [18.836, 72.9896],
    [18.65, 72.87],
    [18.33, 72.96],
    [17.8, 73.1],
    [17.8, 74.6],
    [18.836, 74.6],
  ],
]
