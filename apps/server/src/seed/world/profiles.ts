import type { Measurables } from "@app/contract/measurables";

type Place = { street: string; city: string; state: string; zipcode: string };

/** A month or a day. */
export type DemoCollege = { name: string; date: string };

type DemoAthlete = Place & {
  graduationYear: number;
  gpa: string;
  dateOfBirth: string;
  offers: DemoCollege[];
  visits: DemoCollege[];
};

type DemoGroup = Place & { contact: DemoContact; coach: DemoContact | null };
export type DemoContact = { firstName: string; lastName: string };

/** By username. The people are invented; the colleges are real. */
export const ATHLETES: Record<string, DemoAthlete> = {
  "marisol.vega": {
    street: "118 Hardwood Court",
    city: "El Paso",
    state: "TX",
    zipcode: "79901",
    graduationYear: 2027,
    gpa: "3.85",
    dateOfBirth: "2005-03-11",
    offers: [
      { name: "Rice University", date: "2026-02-14" },
      { name: "University of New Mexico", date: "2026-03" },
      { name: "Gonzaga University", date: "2026-05" },
    ],
    visits: [{ name: "Rice University", date: "2026-01" }],
  },
  "nils.aaberg": {
    street: "4 Larch Lane",
    city: "Stowe",
    state: "VT",
    zipcode: "05672",
    graduationYear: 2026,
    gpa: "3.6",
    dateOfBirth: "2004-12-02",
    offers: [{ name: "University of Vermont", date: "2025-11-20" }],
    visits: [
      { name: "University of Vermont", date: "2025-10" },
      { name: "Dartmouth College", date: "2025-09-27" },
    ],
  },
  "tessa.okoro": {
    street: "77 Relay Street",
    city: "Baton Rouge",
    state: "LA",
    zipcode: "70802",
    graduationYear: 2027,
    gpa: "3.92",
    dateOfBirth: "2005-07-19",
    offers: [
      { name: "Louisiana State University", date: "2026-04-03" },
      { name: "Howard University", date: "2026-01" },
    ],
    visits: [{ name: "Louisiana State University", date: "2026-03-21" }],
  },
  juni_park: {
    street: "21 Chalk Hill",
    city: "Norman",
    state: "OK",
    zipcode: "73069",
    graduationYear: 2026,
    gpa: "4.0",
    dateOfBirth: "2005-01-30",
    offers: [{ name: "University of Oklahoma", date: "2025-12" }],
    visits: [
      { name: "University of Oklahoma", date: "2025-11-08" },
      { name: "University of Utah", date: "2025-10" },
    ],
  },
  "sol.castellane": {
    street: "9 Baseline Road",
    city: "Ojai",
    state: "CA",
    zipcode: "93023",
    graduationYear: 2028,
    gpa: "3.4",
    dateOfBirth: "2006-06-06",
    offers: [{ name: "Pepperdine University", date: "2026-06" }],
    visits: [{ name: "Pepperdine University", date: "2026-05-16" }],
  },
  petra_kowal: {
    street: "302 Granite Avenue",
    city: "Boulder",
    state: "CO",
    zipcode: "80302",
    graduationYear: 2026,
    gpa: "3.75",
    dateOfBirth: "2004-09-17",
    offers: [{ name: "University of Utah", date: "2026-03-28" }],
    visits: [{ name: "University of Colorado Boulder", date: "2026-02" }],
  },
  "arjun.belmar": {
    street: "56 Bank Shot Drive",
    city: "Newark",
    state: "NJ",
    zipcode: "07102",
    graduationYear: 2027,
    gpa: "3.2",
    dateOfBirth: "2005-11-23",
    offers: [{ name: "Seton Hall University", date: "2026-05-09" }],
    visits: [{ name: "Rutgers University", date: "2026-04" }],
  },
};

export const GROUPS: Record<string, DemoGroup> = {
  "harbor.aquatics": {
    street: "1 East Pier",
    city: "Portland",
    state: "ME",
    zipcode: "04101",
    contact: { firstName: "Ruth", lastName: "Calloway" },
    coach: null,
  },
  "northgate.hornets": {
    street: "500 Stadium Way",
    city: "Columbus",
    state: "OH",
    zipcode: "43215",
    contact: { firstName: "Denise", lastName: "Marlow" },
    coach: { firstName: "Walt", lastName: "Henrik" },
  },
  "millbrook.rowing": {
    street: "12 Boathouse Lane",
    city: "Millbrook",
    state: "NY",
    zipcode: "12545",
    contact: { firstName: "Owen", lastName: "Prentiss" },
    coach: null,
  },
  "eastfield.fc": {
    street: "33 Touchline Road",
    city: "Raleigh",
    state: "NC",
    zipcode: "27601",
    contact: { firstName: "Gloria", lastName: "Bastos" },
    coach: { firstName: "Iain", lastName: "Forsyth" },
  },
  "lakeside.volley": {
    street: "8 Shore Drive",
    city: "Madison",
    state: "WI",
    zipcode: "53703",
    contact: { firstName: "Anja", lastName: "Lindholm" },
    coach: { firstName: "Mo", lastName: "Adeyemi" },
  },
};

/** The athlete with an open and complete recruiting page. */
export const RECRUITED = "marisol.vega";

/** Measurables by username. */
export const MEASURED: Record<string, Measurables> = {
  [RECRUITED]: {
    height_in: 69,
    weight_lb: 148,
    position: "Point guard",
    marks: [
      { label: "Points a game", value: "21.4" },
      { label: "Assists a game", value: "7.8" },
      { label: "Free throws", value: "88%" },
      { label: "Lane agility", value: "10.92 s" },
      { label: "Vertical jump", value: "26″" },
    ],
  },
  "tessa.okoro": {
    height_in: 67,
    weight_lb: 132,
    position: "Sprinter",
    marks: [
      { label: "100 m", value: "11.52 s" },
      { label: "200 m", value: "23.48 s" },
      { label: "4 × 100 m, second leg", value: "10.6 s" },
    ],
  },
  "nils.aaberg": {
    height_in: 72,
    weight_lb: 176,
    position: null,
    marks: [
      { label: "Slalom, FIS points", value: "34.10" },
      { label: "Giant slalom, FIS points", value: "41.72" },
    ],
  },
  "arjun.belmar": {
    height_in: 75,
    weight_lb: 187,
    position: "Shooting guard",
    marks: [
      { label: "Points a game", value: "17.9" },
      { label: "Wingspan", value: "6′ 7″" },
      { label: "Three-pointers", value: "41%" },
    ],
  },
};
