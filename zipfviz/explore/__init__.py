"""What a chart shows of a space: lengths, directions, maps, neighbours, paths of the prior."""
