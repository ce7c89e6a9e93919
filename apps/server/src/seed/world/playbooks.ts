import type { Playbook } from "@app/demo-media/documents/playbook";
import type { Sport } from "@app/demo-media/pictures/sports";

export type DemoPlaybook = Playbook & {
  /** Username of its owner. */
  channel: string;
  description: string;
  category: Sport;
  tags: readonly string[];
  seed: number;
  ageDays: number;
};

export const PLAYBOOKS: readonly DemoPlaybook[] = [
  {
    channel: "marisol.vega",
    title: "Half-court sets for five small guards",
    author: "Marisol Vega",
    color: [0.72, 0.23, 0.06],
    description: "Six sets without a center. The dashed lines are runs, and the number runs where its line ends.",
    category: "basketball",
    tags: ["playbook", "half court", "motion offense"],
    seed: 7,
    ageDays: 2.5,
    plays: [
      {
        name: "Horns, both corners empty",
        steps: [
          "The point guard waits until both screens stand.",
          "Two pops to the elbow; four dives behind the defense.",
          "If the weak side helps, the corner three is open.",
        ],
      },
      {
        name: "Chin, with a late backdoor cut",
        steps: ["Pass to the slot and follow the ball.", "Three cuts backdoor as soon as the elbow is denied."],
      },
      {
        name: "Spain pick and roll",
        steps: [
          "High screen for the point guard.",
          "The screener rolls; five screens the roller's defender.",
          "Five pops behind the arc.",
          "Read the low man: lob, pocket pass or kick.",
        ],
      },
      {
        name: "Hammer for the weak-side corner",
        steps: ["Drive the baseline on purpose.", "Four hammers the help; two drifts to the corner."],
      },
      {
        name: "Zone breaker: overload the short corner",
        steps: [
          "Three players on one side, one in the short corner.",
          "Skip pass before the zone has shifted.",
          "Attack the gap between wing and top.",
        ],
      },
      {
        name: "Eight seconds left",
        steps: ["Inbound to the second option first.", "Nobody dribbles away from the basket."],
      },
    ],
  },
  {
    channel: "tessa.okoro",
    title: "The exchange zone, step by step",
    author: "Tessa Okoro",
    color: [0.1, 0.34, 0.62],
    description: "How four people hand over one baton without looking back: marks, words and the two-step check.",
    category: "track-and-field",
    tags: ["relay", "4x100", "handbook"],
    seed: 11,
    ageDays: 4.5,
    plays: [
      {
        name: "Finding the go mark",
        steps: ["Count back twenty-four feet from the zone.", "Move it by one shoe at a time, never by two."],
      },
      {
        name: "The blind pass",
        steps: [
          "The incoming runner calls once the arm is in reach.",
          "The outgoing hand comes up still and high.",
          "Push the baton, do not drop it.",
        ],
      },
      {
        name: "Lanes of the curve",
        steps: ["Legs one and three carry right and run inside.", "Legs two and four carry left and run outside."],
      },
      {
        name: "When it goes wrong",
        steps: [
          "Call twice and slow down inside the zone.",
          "A safe exchange loses two tenths; a drop loses the race.",
        ],
      },
    ],
  },
];
