/**
 * Runner of experiments: what is compared, in which order, how often.
 *
 * <p>An {@code Experiment} is a name, a question and a body. Its body gets an {@code ExperimentRun}
 * (scale, testbed, where rows go), lists {@code Comparison}s, the subjects that are measured by turns in
 * one case, and gives them to {@code Rounds}: it warms up, takes a {@code Reading} of each subject in each
 * round, has disturbed rounds repeated by {@code RetryOnNoise}, and keeps samples, of which the body makes
 * rows.
 *
 * <p>One thread runs an experiment. Only one measurement goes on at a time.
 */
@NullMarked
package org.gridtorrent.bench.experiment;

import org.jspecify.annotations.NullMarked;
