/**
 * What experiments share. Each measures its subjects and their peers by turns in one run, several rounds, after
 * a first round that does not count, so that what the machine does meanwhile meets all of them alike.
 */
@NullMarked
package org.gridtorrent.bench.experiment;

import org.jspecify.annotations.NullMarked;
