/**
 * {@code gridtorrent train}: work for the virtual machine to learn from while the program is built (JEPs 483,
 * 514, 515).
 */
@NullMarked
package org.gridtorrent.client.train;

import org.jspecify.annotations.NullMarked;
