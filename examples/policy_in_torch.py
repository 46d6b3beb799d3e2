"""Train a policy by self-play in PyTorch, on the environments, and run it in numpy.

PyTorch comes with an extra: pip install 'handsight[torch]'. The network is that of `handsight train
policy`, so the result is a `LearnedPolicy`: save it, and the agent `learned:FILE` plays it. The
loss is the simplest one that learns: the winnings minus what a critic expects.
"""

import sys
from itertools import pairwise

import numpy as np
import torch
from torch import nn

from handsight.envs.tables import BLINDS
from handsight.learning import (
    LearnedPolicy,
    Network,
    PolicyGame,
    hand_strengths,
    policy_inputs,
)
from handsight.learning.selfplay import play_matches

GAME = PolicyGame(stack=20, hidden=(32, 32))
TABLES, STEPS, SEED = 512, 40, 7
DEFAULT_ROUNDS = 6


def network(outputs: int) -> nn.Sequential:
    """Return linear layers with ReLUs between them."""
    sizes = (*GAME.sizes[:-1], outputs)
    layers: list[nn.Module] = []
    for inputs, width in pairwise(sizes):
        layers += [nn.Linear(inputs, width), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def play(actor: nn.Module, seed: int) -> tuple[torch.Tensor, ...]:
    """Play, and return stacked inputs, masks, actions and each decision's winnings."""
    batch, generator = GAME.batch(TABLES), torch.Generator().manual_seed(seed)
    rows, mask = batch.reset(seed)
    inputs, masks, actions = [], [], []
    won = np.zeros((STEPS, TABLES), np.float32)
    whole = np.zeros((STEPS, TABLES), np.bool_)  # decisions of hands that are finished
    seats, hands = np.empty((STEPS, TABLES), int), np.empty((STEPS, TABLES), int)
    for number in range(STEPS):
        seats[number], hands[number] = batch.actors, batch.hands
        seen = torch.from_numpy(policy_inputs(rows, hand_strengths(rows), BLINDS.big_blind))
        legal = torch.from_numpy(mask)
        with torch.no_grad():
            shares = actor(seen).masked_fill(~legal, -torch.inf).softmax(1)
        chosen = torch.multinomial(shares, 1, generator=generator)[:, 0]
        step = batch.step(chosen.numpy())
        for table in np.flatnonzero(step.done):
            mine = hands[: number + 1, table] == hands[number, table]
            rewards = step.rewards[table, seats[: number + 1, table][mine]]
            won[: number + 1, table][mine] = rewards / batch.stacks[0, 0]
            whole[: number + 1, table][mine] = True
        rows, mask = step.observations, step.mask
        inputs.append(seen)
        masks.append(legal)
        actions.append(chosen)
    kept = torch.from_numpy(whole.ravel())
    parts = (*map(torch.cat, (inputs, masks, actions)), torch.from_numpy(won.ravel()))
    return tuple(part[kept] for part in parts)


def learn(rounds: int) -> LearnedPolicy:
    """Learn from some rounds of play, and return the policy."""
    torch.manual_seed(SEED)
    actor, critic = network(GAME.sizes[-1]), network(1)
    stepper = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=2e-3)
    for number in range(rounds):
        inputs, mask, actions, won = play(actor, SEED + number)
        for _ in range(4):
            logs = actor(inputs).masked_fill(~mask, -torch.inf).log_softmax(1)
            expected = critic(inputs)[:, 0]
            gain = (won - expected).detach()
            taken = logs.gather(1, actions[:, None])[:, 0]
            entropy = -(logs.exp() * logs.clamp_min(-30)).sum(1)
            loss = -(gain * taken + 0.003 * entropy).mean() + (won - expected).square().mean()
            stepper.zero_grad()
            loss.backward()
            stepper.step()
    parameters = []
    for layer in actor:
        if isinstance(layer, nn.Linear):
            parameters += [layer.weight.detach().T.ravel(), layer.bias.detach()]
    vector = torch.cat(parameters).numpy().astype(np.float32)
    return LearnedPolicy(GAME, Network(GAME.sizes, vector))


def main() -> None:
    """Learn, and report it; the arguments are a number of rounds and a file for the policy."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_ROUNDS
    policy = learn(rounds)
    print(f"{rounds} rounds of {TABLES} tables and {STEPS} decisions each, in PyTorch")
    for opponent in ("call", "random"):
        mean, error = play_matches(policy, opponent, pairs=2000, seed=SEED)
        print(f"against {opponent}: {mean:+.0f} ± {error:.0f} mbb/hand")
    if len(sys.argv) > 2:
        policy.save(sys.argv[2])
        print(f"the agent 'learned:{sys.argv[2]}' plays by it")


if __name__ == "__main__":
    main()
