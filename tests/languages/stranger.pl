#!/usr/bin/perl
# A program in a language that has no shim, written from the table of the protocol alone: stranger.pl
use strict;
use warnings;

open(my $in, '<&=', 3) or die "stranger: descriptor 3: $!\n";
open(my $out, '>&=', 4) or die "stranger: descriptor 4: $!\n";
binmode $_ for $in, $out;

sub give_up {
  print STDERR "stranger: @_\n";
  exit 1;
}

# One whole frame without its length; the program ends with the frames.
sub next_frame {
  read($in, my $prefix, 8) == 8 or exit 0;
  my ($length, $kind) = unpack 'V V', $prefix;
  give_up("a frame of kind $kind and length $length") if $kind != 2 or $length < 44 or $length > 1 << 28;
  read($in, my $frame, $length - 4) == $length - 4 or exit 0;
  return substr($prefix, 4) . $frame;
}

sub put_frame {
  my ($frame) = @_;
  print {$out} pack('V', length $frame), $frame or die "stranger: descriptor 4: $!\n";
  $out->flush;
}

sub attention {
  my ($query, $key, $value, $causal) = @_;
  my @output;
  for my $i (0 .. $#$query) {
    my $last = $causal ? $i : $#$key;
    my @logits = map { dot($query->[$i], $key->[$_]) / sqrt(@{$query->[$i]}) } 0 .. $last;
    my ($largest) = sort { $b <=> $a } @logits;
    my @weights = map { exp($_ - $largest) } @logits;
    my $total = 0;
    $total += $_ for @weights;
    for my $c (0 .. $#{$value->[0]}) {
      my $sum = 0;
      $sum += $weights[$_] * $value->[$_][$c] for 0 .. $last;
      push @output, $sum / $total;
    }
  }
  return @output;
}

sub dot {
  my ($x, $y) = @_;
  my $sum = 0;
  $sum += $x->[$_] * $y->[$_] for 0 .. $#$x;
  return $sum;
}

put_frame(pack('V V', 1, 0) . '{"dtypes": ["float32"], "declare": {"max_tokens": "64"}}');
while (1) {
  my $frame = next_frame();
  my (undef, $number, $start, $dtype, $causal, $tokens, $head_dim, $value_dim) = unpack 'V a8 V6', $frame;
  give_up("tensors at $start, dtype $dtype") if $start < 48 or $dtype != 0;
  my $end = $start + 4 * $tokens * (2 * $head_dim + $value_dim);
  give_up("its sizes disagree with its length") if $end != 4 + length $frame or !($tokens * $head_dim * $value_dim);
  my @numbers = unpack 'f<*', substr($frame, $start - 4);  # the offset counts the length, which is gone
  my $rows = sub { my ($columns) = @_; [map { [splice @numbers, 0, $columns] } 1 .. $tokens] };
  my ($query, $key, $value) = map { $rows->($_) } $head_dim, $head_dim, $value_dim;
  my $output = pack 'f<*', attention($query, $key, $value, $causal);
  put_frame(pack('V a8 V6', 3, $number, 0, $dtype, $tokens, $value_dim, 0, 0) . $output);
}
